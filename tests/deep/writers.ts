import { randomUUID } from 'node:crypto';

/** One account that a writer requested. Its key makes repeating it harmless. */
export interface Write {
  readonly loginId: string;
  readonly key: string;
  readonly jobNumber: string;
  /** From the server's reply; undefined as long as it was not acknowledged. */
  userNo?: string;
}

/** The first code of the catalogue that is the server's fault rather than a refusal. */
const FIRST_FAULT = 9000;

let count = 0;

/** Letters and digits, 8 of them, never the same twice. */
function nextJobNumber(): string {
  count += 1;
  return `k1${count.toString(36).padStart(6, '0')}`;
}

export interface Session {
  readonly url: string;
  readonly token: string;
}

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly token?: string; readonly userNo?: string } | null;
}

async function post(url: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${url}/api/hc/web/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const reply: Reply = await response.json();
  return reply;
}

/** @throws Error when the demo administrator cannot sign in. */
export async function signIn(url: string): Promise<Session> {
  const reply = await post(url, 'noAuth/logon/login', {
    userName: 'admin',
    password: 'Kituo-demo-1',
  });
  if (!reply.data?.token) throw new Error(`Sign-in failed: ${reply.msg}`);
  return { url, token: reply.data.token };
}

/** Sends the write; its `userNo` is set once the server has acknowledged it. */
async function send({ url, token }: Session, write: Write): Promise<Reply> {
  const form = {
    userName: write.loginId,
    loginId: write.loginId,
    realName: 'Durable Writer',
    deptNo: null,
    orgNo: null,
    merchantNos: [],
    phone: '254712345678',
    email: null,
    extension: null,
    roleNos: [],
    jobNumber: write.jobNumber,
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: 'INTERNAL',
  };
  const reply = await post(url, 'user/saveUser', form, {
    'auth-token': token,
    auth_token: token,
    'idempotency-key': write.key,
  });
  if (reply.code === 0 && reply.data?.userNo) write.userNo = reply.data.userNo;
  return reply;
}

/**
 * Creates accounts one after the other until the server is gone, and notes each before it is sent.
 * @throws Error when the server refuses one: then the test itself is wrong.
 */
export async function writeUntilGone(session: Session, writes: Write[]): Promise<void> {
  for (;;) {
    const id = randomUUID().replaceAll('-', '');
    const write: Write = {
      loginId: `k${id.slice(0, 15)}`,
      key: id,
      jobNumber: nextJobNumber(),
    };
    writes.push(write);
    let reply: Reply;
    try {
      reply = await send(session, write);
    } catch {
      return;
    }
    if (reply.code !== 0 && reply.code < FIRST_FAULT) {
      throw new Error(`The server refused a write: ${JSON.stringify(reply)}`);
    }
  }
}

/** Sends a write again, as a client does that never saw the reply. */
export async function sendAgain(session: Session, write: Write): Promise<string> {
  const { loginId, key, jobNumber } = write;
  const again: Write = { loginId, key, jobNumber };
  const reply = await send(session, again);
  if (!again.userNo) throw new Error(`Repeating ${write.key} failed: ${JSON.stringify(reply)}`);
  return again.userNo;
}
