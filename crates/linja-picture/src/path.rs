//! Outlines of shapes.

/// A step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Move([f32; 2]),
    Line([f32; 2]),
    Quad([[f32; 2]; 2]),
    Cubic([[f32; 2]; 3]),
    Close,
}

/// The distance of the control points of a quarter circle.
const ROUND: f32 = 0.552_284_8;

/// An outline.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path {
    pub(crate) steps: Vec<Step>,
}

impl Path {
    pub(crate) fn new() -> Path {
        Path::default()
    }

    pub(crate) fn to(mut self, x: f32, y: f32) -> Path {
        let step = if self.steps.is_empty() { Step::Move([x, y]) } else { Step::Line([x, y]) };
        self.steps.push(step);
        self
    }

    pub(crate) fn from(mut self, x: f32, y: f32) -> Path {
        self.steps.push(Step::Move([x, y]));
        self
    }

    pub(crate) fn quad(mut self, by: [f32; 2], to: [f32; 2]) -> Path {
        self.steps.push(Step::Quad([by, to]));
        self
    }

    pub(crate) fn cubic(mut self, first: [f32; 2], second: [f32; 2], to: [f32; 2]) -> Path {
        self.steps.push(Step::Cubic([first, second, to]));
        self
    }

    pub(crate) fn close(mut self) -> Path {
        self.steps.push(Step::Close);
        self
    }

    /// A polygon.
    pub(crate) fn polygon(points: &[[f32; 2]]) -> Path {
        points.iter().fold(Path::new(), |path, &[x, y]| path.to(x, y)).close()
    }

    pub(crate) fn line(from: [f32; 2], to: [f32; 2]) -> Path {
        Path::new().to(from[0], from[1]).to(to[0], to[1])
    }

    pub(crate) fn rect(x: f32, y: f32, width: f32, height: f32) -> Path {
        Path::polygon(&[[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    }

    pub(crate) fn ellipse(cx: f32, cy: f32, rx: f32, ry: f32) -> Path {
        Path::new()
            .to(cx - rx, cy)
            .quarter([cx - rx, cy - ry], [cx, cy - ry])
            .quarter([cx + rx, cy - ry], [cx + rx, cy])
            .quarter([cx + rx, cy + ry], [cx, cy + ry])
            .quarter([cx - rx, cy + ry], [cx - rx, cy])
            .close()
    }

    /// A rectangle with round corners; the radii are those of the upper and of the lower corners.
    pub(crate) fn rounded(x: f32, y: f32, width: f32, height: f32, [upper, lower]: [f32; 2]) -> Path {
        let (right, bottom) = (x + width, y + height);
        let most = |r: f32| r.min(width / 2.0).min(height / 2.0);
        let (u, l) = (most(upper), most(lower));
        Path::new()
            .to(x + u, y)
            .to(right - u, y)
            .quarter([right, y], [right, y + u])
            .to(right, bottom - l)
            .quarter([right, bottom], [right - l, bottom])
            .to(x + l, bottom)
            .quarter([x, bottom], [x, bottom - l])
            .to(x, y + u)
            .quarter([x, y], [x + u, y])
            .close()
    }

    /// A quarter of an ellipse that turns at a corner of its box.
    pub(crate) fn quarter(self, corner: [f32; 2], to: [f32; 2]) -> Path {
        let from = self.end();
        let near = |end: [f32; 2], k: usize| end[k] + (corner[k] - end[k]) * ROUND;
        self.cubic([near(from, 0), near(from, 1)], [near(to, 0), near(to, 1)], to)
    }

    fn end(&self) -> [f32; 2] {
        match self.steps.last() {
            Some(Step::Move(to) | Step::Line(to) | Step::Quad([_, to]) | Step::Cubic([_, _, to])) => *to,
            Some(Step::Close) | None => [0.0, 0.0],
        }
    }

    pub(crate) fn extend(&mut self, other: Path) {
        self.steps.extend(other.steps);
    }

    /// The path scaled, then moved.
    pub(crate) fn placed(mut self, x: f32, y: f32, scale: f32) -> Path {
        let put = |point: &mut [f32; 2]| *point = [point[0] * scale + x, point[1] * scale + y];
        for step in &mut self.steps {
            match step {
                Step::Move(to) | Step::Line(to) => put(to),
                Step::Quad(points) => points.iter_mut().for_each(put),
                Step::Cubic(points) => points.iter_mut().for_each(put),
                Step::Close => {}
            }
        }
        self
    }
}
