/** The two notes, in Hz, and when each begins, in s. */
const notes = [
  [659.25, 0],
  [880, 0.14],
] as const;

/** Max gain: soft beside other sounds of the computer. */
const loudness = 0.12;

/** Duration of a note's fade, in s. */
const fade = 0.45;

let context: AudioContext | undefined;

/** Plays two short soft notes. Browsers stay silent on a page that the user hasn't touched yet. */
export async function playSound(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  for (const [frequency, delay] of notes) play(context, frequency, context.currentTime + delay);
}

function play(on: AudioContext, frequency: number, start: number): void {
  const oscillator = on.createOscillator();
  const gain = on.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + fade);
  oscillator.connect(gain).connect(on.destination);
  oscillator.start(start);
  oscillator.stop(start + fade);
}
