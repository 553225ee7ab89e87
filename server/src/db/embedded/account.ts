import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The operating-system account that PostgreSQL runs as when we are root (it refuses to run as root). */
export interface ServiceAccount {
  readonly uid: number;
  readonly gid: number;
}

const ACCOUNT_NAME = 'postgres';

function findAccount(): ServiceAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${ACCOUNT_NAME}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(): ServiceAccount {
  const attempts: (readonly [command: string, ...args: string[]])[] = [
    ['useradd', '--system', '--user-group', '--no-create-home', ACCOUNT_NAME],
    ['adduser', '-S', '-D', '-H', ACCOUNT_NAME],
  ];
  for (const [command, ...args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      continue;
    }
    const account = findAccount();
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the account "${ACCOUNT_NAME}" could neither be found nor created. ` +
      `Create it (useradd --system ${ACCOUNT_NAME}), start as another user, or set DATABASE_URL.`,
  );
}

/** Whom to run PostgreSQL as: undefined where we are not root and it can run as we do. */
export function serviceAccount(): ServiceAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount() ?? createAccount();
}

/** Whether `account` may walk down to `folder`: every folder above it has to let it pass. */
export function isReachable(folder: string, account: ServiceAccount | undefined): boolean {
  if (!account) return true;
  let current = resolve(folder);
  for (;;) {
    const stats = statSync(current, { throwIfNoEntry: false });
    if (stats) {
      const passes =
        stats.uid === account.uid
          ? stats.mode & 0o100
          : stats.gid === account.gid
            ? stats.mode & 0o010
            : stats.mode & 0o001;
      if (!passes) return false;
    }
    const parent = dirname(current);
    if (parent === current) return true;
    current = parent;
  }
}
