import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const hasWindow = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom');

/** Takes a worker for minutes: begun late, the others would wait for it with nothing left to do. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/(engine-model\.test|every-page\.e2e)\.ts$/.test(moduleId);

/**
 * The longest file first, then Vitest's own order (what took long before, on a fresh machine the largest), files
 * that need a window last: a worker goes on to the next file with the modules it has only where both need the
 * same environment.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const withWindow = new Set(sorted.filter(hasWindow));
    const others = sorted.filter((file) => !withWindow.has(file));
    return [...others.filter(isLong), ...others.filter((file) => !isLong(file)), ...withWindow];
  }
}
