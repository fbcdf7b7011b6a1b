// Runs a test program that was compiled to WebAssembly. Such a program can't print: a failed test ends it with a trap.
import { readFile } from 'node:fs/promises';

const [path] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(path), {});
process.exitCode = instance.exports.main(0, 0);
