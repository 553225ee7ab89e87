import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { masksAt, reachOn, screensOf } from '../access/index.ts';
import { accessOf, type JobKind } from './kinds.ts';

declare module '../../../services.ts' {
  interface Services {
    /** Cuts a person down to what an isolated plugin may do for them; plugins/plugin-frame brings it. */
    narrowToPlugin(caller: Caller, plugin: string): Promise<Caller>;
  }
}

/**
 * The person behind a job with the rights they hold now: what was taken away since the job was queued
 * holds for it, the data rules of the page that the job's operation belongs to, too. A file shows what their lists
 * mask where a role of theirs grants unmasked exports and the rules for personal data allow it. Throws LOGIN_FROZEN for a person who may not even sign in.
 */
async function callerOfUser(
  db: Database,
  services: Pick<Services, 'rights'>,
  userNo: string,
  kind: JobKind,
): Promise<Caller> {
  const user = await db
    .selectFrom('appUser')
    .select(['userName', 'realName', 'userStatus'])
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  if (user.userStatus === 'FROZEN') throw new AppError('LOGIN_FROZEN');
  const { epoch } = await db.selectFrom('rightsEpoch').select('epoch').executeTakeFirstOrThrow();
  const rights = await services.rights.of(userNo, epoch);
  const isFile = 'writeFile' in kind;
  const access = accessOf(kind.code);
  const screens = screensOf(access, rights);
  const { masks, hidesNames } = masksAt(rights.maskVersions, new Date(), isFile, screens);
  return {
    userNo,
    userName: user.userName,
    realName: user.realName,
    sessionId: '',
    codes: rights.codes,
    pages: rights.pages,
    ...reachOn(rights, access),
    isMasked: hidesNames || (rights.isMasked && !(isFile && rights.exportsUnmasked)),
    masks,
    roleNos: rights.roles.map(({ roleNo }) => roleNo),
    rightsEpoch: rights.epoch,
    mustUpdatePassword: false,
  };
}

/** Who a job that an isolated plugin started runs as: cut down as the plugin's own calls are. */
export async function callerOfJob(
  db: Database,
  services: Pick<Services, 'rights' | 'narrowToPlugin'>,
  job: { readonly userNo: string; readonly plugin: string | null },
  kind: JobKind,
): Promise<Caller> {
  const person = await callerOfUser(db, services, job.userNo, kind);
  if (job.plugin === null) return person;
  return await services.narrowToPlugin(person, job.plugin);
}
