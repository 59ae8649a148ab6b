import { findArea } from './conversation/storage.ts';

/** The tones of the sound, in Hz: a fifth, upwards. */
const tones = [587.33, 880];

/** Length of a tone and time between two, in seconds. */
const length = 0.32;
const gap = 0.12;

/** The loudest moment of a tone; 1 is the loudest there is. */
const peak = 0.06;

const keyOf = (channel: string) => `parley:${channel}:muted`;

/** True if the visitor has muted the sounds of a channel on this device. */
export const wasMuted = (channel: string): boolean => findArea()?.getItem(keyOf(channel)) === '1';

/** Keeps whether the sounds of a channel are muted; for as long as the page lives if storages are blocked. */
export function keepMuted(channel: string, isMuted: boolean): void {
  const area = findArea();
  if (isMuted) area?.setItem(keyOf(channel), '1');
  else area?.removeItem(keyOf(channel));
}

/** Time that a browser has to start the sound, in ms: a later one would surprise. */
const patience = 300;

/** Plays two soft tones. Silent in a browser without Web Audio, and before a gesture of the visitor. */
export function playReply(): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  // Before the first gesture it waits for that, without an error.
  Promise.race([context.resume(), late])
    .then(() => (context.state === 'running' ? play(context) : context.close()))
    .catch(() => {});
}

function play(context: AudioContext): void {
  for (const [index, frequency] of tones.entries()) {
    const start = context.currentTime + index * gap;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(peak, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
    if (index === tones.length - 1) tone.addEventListener('ended', () => void context.close());
  }
}
