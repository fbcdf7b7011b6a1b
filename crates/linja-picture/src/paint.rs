//! Colours and gradients.

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Colour {
    pub(crate) rgb: u32,
    pub(crate) opacity: f32,
}

impl Colour {
    pub(crate) const fn new(rgb: u32) -> Colour {
        Colour { rgb, opacity: 1.0 }
    }

    pub(crate) const fn at(self, opacity: f32) -> Colour {
        Colour { opacity, ..self }
    }

    pub(crate) fn channels(self) -> [u8; 3] {
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        [red, green, blue]
    }
}

/// The colours of the page, light theme.
pub(crate) mod colours {
    use super::Colour;

    pub(crate) const PAPER: Colour = Colour::new(0x00F5_EFE3);
    pub(crate) const SURFACE: Colour = Colour::new(0x00FF_FBF2);
    pub(crate) const LINE: Colour = Colour::new(0x00D9_CCB4);
    pub(crate) const LINE_2: Colour = Colour::new(0x008C_7F6B);
    pub(crate) const INK: Colour = Colour::new(0x0022_1D18);
    pub(crate) const INK_2: Colour = Colour::new(0x005A_5045);
    pub(crate) const RED: Colour = Colour::new(0x00B2_3220);
    pub(crate) const ACT: Colour = Colour::new(0x001F_5582);
    pub(crate) const MAT: Colour = Colour::new(0x00EF_E5CF);
    pub(crate) const MAT_INK: Colour = Colour::new(0x0057_4C40);
    pub(crate) const MAT_SHADE: Colour = Colour::new(0x00D9_CEB8);
    pub(crate) const MAT_LINE: Colour = Colour::new(0x00D6_C7A6);
    pub(crate) const HOME_BLACK: Colour = INK.at(0.085);
    pub(crate) const HOME_RED: Colour = RED.at(0.1);
    pub(crate) const DIMPLE: Colour = Colour::new(0x0057_421E).at(0.16);
    pub(crate) const BAMBOO_DARK: Colour = Colour::new(0x006B_4A1B);
    pub(crate) const BAMBOO_SHINE: Colour = Colour::new(0x00FF_F3CF);
    pub(crate) const BAMBOO_END: Colour = Colour::new(0x00E9_D3A0);
    pub(crate) const BAMBOO_SHADE: Colour = Colour::new(0x004A_320C).at(0.25);
}

/// How a shape is filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paint {
    Plain(Colour),
    Gradient(Gradient),
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Paint {
        Paint::Plain(colour)
    }
}

/// The gradients of pawns and sticks, in parts of the box of the shape that they fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gradient {
    Bamboo,
    Node,
    Shade,
    BlackBody,
    BlackTop,
    RedBody,
    RedTop,
}

/// The direction of a gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    /// From the left to the right.
    Across,
    /// From the top to the bottom.
    Down,
    /// Around a centre.
    Around { centre: [f32; 2], radius: f32 },
}

impl Gradient {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Gradient::Bamboo => "bamboo",
            Gradient::Node => "node",
            Gradient::Shade => "shade",
            Gradient::BlackBody => "black-body",
            Gradient::BlackTop => "black-top",
            Gradient::RedBody => "red-body",
            Gradient::RedTop => "red-top",
        }
    }

    pub(crate) const fn shape(self) -> Shape {
        match self {
            Gradient::Bamboo | Gradient::Node => Shape::Down,
            Gradient::BlackBody | Gradient::RedBody => Shape::Across,
            Gradient::Shade => Shape::Around { centre: [0.5, 0.5], radius: 0.5 },
            Gradient::BlackTop | Gradient::RedTop => Shape::Around { centre: [0.36, 0.3], radius: 0.9 },
        }
    }

    /// Colours and where they are reached.
    pub(crate) fn stops(self) -> Vec<(f32, Colour)> {
        let plain = |stops: &[(f32, u32)]| stops.iter().map(|&(at, rgb)| (at, Colour::new(rgb))).collect();
        let shade = Colour::new(0x001A_0F04);
        match self {
            Gradient::Bamboo => {
                plain(&[(0.0, 0x00EB_D79B), (0.22, 0x00DF_C27C), (0.62, 0x00C7_9F52), (1.0, 0x008A_6428)])
            }
            Gradient::Node => plain(&[(0.0, 0x00DF_C27C), (0.3, 0x00EB_D79B), (1.0, 0x008A_6428)]),
            Gradient::Shade => vec![(0.0, shade.at(0.42)), (0.55, shade.at(0.22)), (1.0, shade.at(0.0))],
            Gradient::BlackBody => {
                plain(&[(0.0, 0x0015_110E), (0.26, 0x005B_5148), (0.5, 0x002A_241F), (1.0, 0x000C_0A08)])
            }
            Gradient::BlackTop => plain(&[(0.0, 0x0054_4B43), (1.0, 0x001F_1A16)]),
            Gradient::RedBody => {
                plain(&[(0.0, 0x007C_1C0F), (0.26, 0x00EA_7355), (0.5, 0x00C8_412B), (1.0, 0x006D_170C)])
            }
            Gradient::RedTop => plain(&[(0.0, 0x00EC_8064), (1.0, 0x00C4_402A)]),
        }
    }
}
