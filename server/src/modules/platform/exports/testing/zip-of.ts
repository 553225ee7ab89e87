import { zipChunks, type ZipEntry } from '../zip.ts';

/** A zip file of these texts, by name. */
export async function zipOf(texts: Readonly<Record<string, string>>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(texts)) yield { name, content: [Buffer.from(text)] };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of zipChunks(entries())) chunks.push(chunk);
  return Buffer.concat(chunks);
}
