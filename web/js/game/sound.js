/** Short wooden clicks, synthesised without a file. Off by default. */

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {'step' | 'land' | 'bonus' | 'end' | 'turn'} kind
 */
export function click(kind) {
  context ??= new AudioContext();
  const now = context.currentTime;
  const notes = { step: [420], land: [300], bonus: [520, 780], end: [330, 440, 550], turn: [392, 523] }[kind];
  notes.forEach((frequency, i) => knock(/** @type {AudioContext} */ (context), frequency, now + i * 0.12));
}

/** @param {AudioContext} audio @param {number} frequency @param {number} at */
function knock(audio, frequency, at) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency * 1.6, at);
  tone.frequency.exponentialRampToValueAtTime(frequency, at + 0.02);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.18, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.11);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.12);
}
