const RATE = 8_000;
const TONE_HZ = 440;
const HEAD_BYTES = 44;

/** A recording as exchanges keep them: WAV, 8 kHz, mono. Here a tone of a second. */
export function toneRecording(): Buffer {
  const samples = RATE;
  const wav = Buffer.alloc(HEAD_BYTES + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    wav.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * TONE_HZ * at) / RATE)), HEAD_BYTES + at * 2);
  }
  return wav;
}
