import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const hasWindow = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom');

/**
 * Vitest's own order (the longest first), files that need a window last: a worker goes on to the next
 * file with the modules it has only where both need the same environment.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const withWindow = new Set(sorted.filter(hasWindow));
    return [...sorted.filter((file) => !withWindow.has(file)), ...withWindow];
  }
}
