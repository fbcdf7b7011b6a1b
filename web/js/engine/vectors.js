/** A module with one instruction for vectors. */
const WITH_VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Whether this browser has the 128-bit vectors of WebAssembly. Without them it compiles neither the engine nor the solver. */
export const hasVectors = () => WebAssembly.validate(WITH_VECTORS);
