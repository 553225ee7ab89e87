import { execFileSync } from 'node:child_process';
import { ROOT } from './command.ts';

/** What a change is measured from unless said otherwise. */
export const DEFAULT_BASE = 'origin/main';

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Files that differ from where this branch left `base`: committed since, changed, new.
 * @throws Error where git knows no such base.
 */
export function changedFiles(base: string): string[] {
  return [...git('diff', '--name-only', '--merge-base', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/** `--changed` or `--changed=<base>` among the words of `npm test`; undefined without. */
export function baseOf(words: readonly string[]): string | undefined {
  const word = words.find((each) => each === '--changed' || each.startsWith('--changed='));
  return word && (word.split('=')[1] ?? DEFAULT_BASE);
}
