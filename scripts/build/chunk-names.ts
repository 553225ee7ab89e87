import { BuildError } from './build-error.ts';
import { outputFile, type OutputFile } from './output-files.ts';

/** A script on its way to its final name. */
export interface DraftChunk {
  /** The name esbuild gave it; other chunks mention it as `./<draft>`. */
  readonly draft: string;
  readonly stem: string;
  readonly code: string;
  readonly map: string | undefined;
  /** Drafts it imports, statically or dynamically. */
  readonly imports: readonly string[];
  /** Keeps the draft as its name: it is only ever taken out of a pack. */
  readonly keepsName: boolean;
}

/**
 * Gives every chunk the name made of its content. A chunk's content holds the names of those it
 * imports, so imported ones are named first; chunks that import one another in a circle have no first.
 */
export function nameChunks(chunks: readonly DraftChunk[]): Map<string, OutputFile> {
  const byDraft = new Map(chunks.map((chunk) => [chunk.draft, chunk]));
  const named = new Map<string, OutputFile>();
  const path: string[] = [];

  const visit = (chunk: DraftChunk): OutputFile => {
    const done = named.get(chunk.draft);
    if (done !== undefined) return done;
    if (path.includes(chunk.draft)) {
      const circle = [...path.slice(path.indexOf(chunk.draft)), chunk.draft];
      throw new BuildError(
        `These files load one another in a circle: ${circle.join(' → ')}. A module that is loaded with import() must not import the module that loads it.`,
      );
    }
    path.push(chunk.draft);
    let code = chunk.code;
    for (const draft of chunk.imports) {
      const imported = byDraft.get(draft);
      if (imported === undefined || imported.keepsName) continue;
      code = code.replaceAll(`./${draft}`, `./${visit(imported).name}`);
    }
    path.pop();
    const hashed = outputFile(chunk.stem, 'js', code, chunk.map);
    const file = chunk.keepsName ? { ...hashed, name: chunk.draft } : hashed;
    named.set(chunk.draft, file);
    return file;
  };

  for (const chunk of chunks) visit(chunk);
  return named;
}
