import { randomBytes, randomInt } from 'node:crypto';
import { auth, change, role, user } from '@kituo/sdk/contracts';
import type { Endpoint, RequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { addressOf } from '../../../server/testing/endpoint-address.ts';

export const DEMO_PASSWORD = 'Kituo-demo-1';
/** What the people made here choose as their own. */
export const OWN_PASSWORD = 'river-Stone-lamp-7';

/** A person made for one test, so that nobody else's rows change under it. */
export interface NewStaff {
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
  readonly jobNumber: string;
  readonly password: string;
}

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

/** Calls an endpoint as a program would. Throws Error with the server's message. */
export async function callAs<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  server: string,
  token: string | null,
  endpoint: Endpoint<Request, Reply>,
  request: z.input<Request>,
): Promise<z.output<Reply>> {
  const { path, body } = addressOf(endpoint, request);
  const response = await fetch(server + path, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomBytes(16).toString('hex'),
      ...(token !== null && { 'auth-token': token }),
    },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = z.parse(envelope, await response.json());
  if (code !== 0) throw new Error(`${endpoint.name}: ${code} ${msg} ${JSON.stringify(data)}`);
  return z.parse(endpoint.reply, data);
}

/** Signs in without a browser and answers the token. */
export async function tokenOf(server: string, userName: string, password = DEMO_PASSWORD): Promise<string> {
  const { token } = await callAs(server, null, auth.login, { userName, password });
  return token;
}

const admins = new Map<string, Promise<string>>();

/**
 * One session of the administrator for what tests prepare, kept for the whole file, and longer: a person has so many at
 * once, and where others of theirs began since, it is made anew.
 */
export async function adminToken(server: string): Promise<string> {
  const held = admins.get(server);
  const isLive = async (token: string) =>
    await callAs(server, token, auth.passwordRule, {}).then(
      () => true,
      () => false,
    );
  if (held !== undefined && (await isLive(await held))) return await held;
  const fresh = tokenOf(server, 'admin');
  admins.set(server, fresh);
  return await fresh;
}

/** A new collector. With `mustUpdate` the one-time password still stands. */
export async function newStaff(
  server: string,
  options: Partial<RequestOf<typeof user.saveUser>> & { readonly mustUpdate?: boolean } = {},
): Promise<NewStaff> {
  const { mustUpdate = false, ...chosen } = options;
  const mark = randomBytes(4).toString('hex');
  const form: RequestOf<typeof user.saveUser> = {
    userName: `e2e.${mark}`,
    loginId: `e2e.${mark}`,
    realName: `Zuri Test ${mark}`,
    jobNumber: `E${randomInt(1_000_000, 10_000_000)}`,
    phone: `2547${randomInt(10_000_000, 100_000_000)}`,
    email: null,
    extension: null,
    deptNo: 'D0006',
    orgNo: 'O002',
    merchantNos: ['M0001'],
    roleNos: ['R-005'],
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: 'INTERNAL',
    ...chosen,
  };
  const saved = await callAs(server, await adminToken(server), user.saveUser, form);
  const first = saved.delivery.oneTimePassword ?? '';
  const { userName, realName, jobNumber } = form;
  const person = { userNo: saved.userNo, userName, realName, jobNumber };
  if (mustUpdate) return { ...person, password: first };
  const token = await tokenOf(server, userName, first);
  const request = { oldPassword: first, newPassword: OWN_PASSWORD, confirmPassword: OWN_PASSWORD };
  const changed = await callAs(server, token, auth.changePwd, request);
  await callAs(server, changed.token, auth.signOut, {});
  return { ...person, password: OWN_PASSWORD };
}

/** An administrator for tests that change their own settings: those are kept with the person. */
export function newAdministrator(server: string): Promise<NewStaff> {
  const merchantNos = ['M0001', 'M0002', 'M0003'];
  return newStaff(server, { deptNo: 'D0001', merchantNos, roleNos: ['R-001'] });
}

/** A role that the administrator requested and whoever holds the token agreed to; its number. */
export async function newRoleOf(
  server: string,
  second: string,
  rights: { readonly pages: string[]; readonly codes: string[] },
): Promise<string> {
  const roleName = `Desk ${randomBytes(4).toString('hex')}`;
  const form = { roleName, remark: null, dataScope: 'MERCHANTS' as const, ...rights };
  const { changeNo = '' } = await callAs(server, await adminToken(server), role.save, form);
  await callAs(server, second, change.changeFamilies.role.approve, { changeNo });
  const asked = { filters: { roleName }, page: 1, pageSize: 20, sort: null } as const;
  const { rows } = await callAs(server, second, role.page, asked);
  return rows[0]?.roleNo ?? '';
}
