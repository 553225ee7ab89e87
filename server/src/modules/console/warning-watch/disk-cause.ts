import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { administratorRoles } from '../../platform/warnings/index.ts';
import type { WatchedSource } from './cause.ts';

const GB = 1_073_741_824;
const LOW_BYTES = 5 * GB;
const URGENT_BYTES = GB;

/** Bytes that are left where the data folder lies, with the embedded database and the files; null before it is there. */
export async function roomIn(dataDir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** A disk of this machine that is almost full. Each machine looks after its own. */
export function lowDisk(room: () => Promise<number | null>): WatchedSource {
  return {
    sourceType: 'DISK_LOW',
    prefix: `DISK-${hostname()}-`,
    quietHours: 4,
    async find(db) {
      const bytes = await room();
      if (bytes === null || bytes >= LOW_BYTES) return [];
      const left = (bytes / GB).toFixed(1);
      return [
        {
          key: 'data',
          warningLevel: bytes < URGENT_BYTES ? 'URGENT' : 'ATTENTION',
          subject: `${hostname()}: ${left} GB left on the disk of the data folder`,
          subjectZh: `${hostname()}：数据目录所在磁盘仅剩 ${left} GB`,
          subjectPath: null,
          amountCents: null,
          merchantNo: null,
          roleNos: await administratorRoles(db),
          assigneeUserNo: null,
        },
      ];
    },
  };
}
