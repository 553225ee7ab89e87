import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { IS_CHECKOUT, ROOT } from '../build/paths.ts';

const description = z.object({
  version: z.string(),
  kituo: z.object({ tools: z.record(z.string(), z.string()) }),
});

/** The SDK that this command belongs to. */
export interface SdkHome {
  readonly version: string;
  /** What an author's project works with, and in which version. */
  readonly tools: Readonly<Record<string, string>>;
  /** The folder with a folder a template. */
  readonly templates: string;
  /** The public surface in one text. */
  readonly apiReport: string;
}

export async function sdkHome(): Promise<SdkHome> {
  const { version, kituo } = description.parse(
    IS_CHECKOUT
      ? await (await import('../sdk-package/packed-description.ts')).packedDescription()
      : JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')),
  );
  return {
    version,
    tools: kituo.tools,
    templates: join(ROOT, IS_CHECKOUT ? 'examples' : 'templates'),
    apiReport: join(ROOT, IS_CHECKOUT ? 'docs/sdk.api.md' : 'sdk.api.md'),
  };
}
