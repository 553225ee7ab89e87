/** Kenya's ringing tone: 425 Hz, one second in five. */
const HERTZ = 425;
const ON_SECONDS = 1;
const EVERY_SECONDS = 5;
/** The edge gives a call up long before. */
const MAX_SECONDS = 180;
const LOUDNESS = 0.08;

/** What a caller hears while the far end rings. The result silences it. */
export function playRingingTone(): () => void {
  const context = new AudioContext();
  const loudness = context.createGain();
  const tone = context.createOscillator();
  tone.frequency.value = HERTZ;
  loudness.gain.value = 0;
  for (let at = 0; at < MAX_SECONDS; at += EVERY_SECONDS) {
    loudness.gain.setValueAtTime(LOUDNESS, context.currentTime + at);
    loudness.gain.setValueAtTime(0, context.currentTime + at + ON_SECONDS);
  }
  tone.connect(loudness).connect(context.destination);
  tone.start();
  return () => {
    if (context.state !== 'closed') void context.close();
  };
}
