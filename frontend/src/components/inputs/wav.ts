import { pcmOf } from "./pcm";

const HEADER_BYTES = 44;
const PCM = 1;
const SAMPLE_BYTES = 2;

/** Write one channel, in -1..1, as a WAV file of 16 bits. */
export function wavOf(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const data = samples.length * SAMPLE_BYTES;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + data));
  const write = (at: number, text: string) =>
    [...text].forEach((character, index) => view.setUint8(at + index, character.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + data, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, 8 * SAMPLE_BYTES, true);
  write(36, "data");
  view.setUint32(40, data, true);
  pcmOf(samples).forEach((sample, index) =>
    view.setInt16(HEADER_BYTES + index * SAMPLE_BYTES, sample, true),
  );
  return view.buffer;
}

/**
 * What a microphone recorded, as a WAV file that every model server reads.
 *
 * @throws DOMException when the browser cannot decode its own recording.
 */
export async function wavOfRecording(recording: Blob, sampleRate: number): Promise<File> {
  const context = new OfflineAudioContext(1, sampleRate, sampleRate);
  const audio = await context.decodeAudioData(await recording.arrayBuffer());
  const mixed = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel += 1) {
    audio.getChannelData(channel).forEach((sample, index) => {
      mixed[index] = (mixed[index] ?? 0) + sample / audio.numberOfChannels;
    });
  }
  return new File([wavOf(mixed, sampleRate)], "recording.wav", { type: "audio/wav" });
}
