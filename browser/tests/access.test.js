// Whoever can't see, point or tell colours apart: axe finds nothing on any screen, light on a desk and dark on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tour } from '../lib/tour.js';

for (const device of /** @type {const} */ (['desktop', 'phone'])) {
  test(`access: nothing to object to on any screen (${device})`, async () => {
    assert.deepEqual((await tour(device)).violations, {});
  });
}
