import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type { RobotGateway } from '../ports.ts';
import { transcriptReport } from '../transcript-report.ts';

export interface RobotOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  /** Where the robot tells of each call's end, secret included. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
}

const batchReply = z.object({
  taskNo: z.string(),
  /** Its own number of the batch. */
  taskId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  status: z.enum(['RUNNING', 'PAUSED', 'DONE', 'FAILED', 'STOPPED']),
});

const withdrawReply = z.object({ withdrawn: z.array(z.string()) });
const scriptReply = z.object({
  scripts: z.array(
    z.object({
      code: z.string().check(z.minLength(1), z.maxLength(32)),
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      languages: z.array(z.string()),
      variables: z.optional(z.array(z.string())),
    }),
  ),
});
/** Read as callbacks are: each is kept as it came before anybody looks into it. */
const reportsReply = z.object({ reports: z.array(z.record(z.string(), z.unknown())) });

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** How one call of a robot ended. It names the batch by our number, by the robot's own, or by both. */
export const callReport = z.object({
  taskNo: z.optional(z.string()),
  taskId: z.optional(z.string()),
  callNo: z.string(),
  outcome: z.enum(['ANSWERED', 'NO_ANSWER', 'BUSY', 'SWITCHED_OFF', 'NUMBER_FAULT', 'FAILED']),
  /** What the person wanted, as the robot heard it. */
  willingness: z.optional(z.enum(['WILLING', 'UNWILLING', 'UNCLEAR', 'NO_DEMAND'])),
  seconds: z.number().check(z.int(), z.nonnegative()),
  /** Until somebody answered. */
  ringSeconds: z.optional(z.number().check(z.int(), z.nonnegative())),
  /** How often both spoke. */
  rounds: z.optional(z.number().check(z.int(), z.nonnegative())),
  hungUpBy: z.optional(z.enum(['CUSTOMER', 'ROBOT'])),
  endedAt: z.iso.datetime({ offset: true }),
  recordingUrl: z.optional(z.url()),
  /** What the call cost, where the robot says. */
  costCents: z.optional(z.number().check(z.int(), z.nonnegative())),
  /** What was said, where the robot writes it down. */
  transcript: z.optional(transcriptReport),
});

const stateOf = ({ status, taskId }: z.output<typeof batchReply>) => ({ status, vendorTaskId: taskId ?? null });

/** A robot that dials, behind the port: JSON over HTTP, a bearer key, batches by number. */
export function createRobotClient(options: RobotOptions): RobotGateway {
  const ask = async <Reply extends z.ZodMiniType>(
    form: Reply,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<z.output<Reply>> => {
    const { status, text } = await exchange({
      url: `${options.url}/v1${path}`,
      method,
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        // Said of a body alone: nothing at all is no JSON, and was refused as such.
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: options.timeoutMs,
    });
    const json = jsonOf(text);
    if (status >= 400 && status < 500) {
      const no = refusal.safeParse(json);
      throw new GatewayError('REFUSED', no.data?.error.message ?? `robot: ${status}`, {
        code: no.data?.error.code ?? String(status),
      });
    }
    const read = form.safeParse(json);
    if (status >= 300 || !read.success) throw new GatewayError('UNKNOWN', `robot: ${status}`);
    return read.data;
  };
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
    await ask(batchReply, method, `/tasks${path}`, body);
  const at = (taskNo: string) => `/${encodeURIComponent(taskNo)}`;
  return {
    async start({ taskNo, hours, calls }) {
      const asked = { taskNo, ...(hours && { hours }), calls, callbackUrl: options.callbackUrl };
      return stateOf(await call('POST', '', asked));
    },
    async pause(taskNo) {
      await call('POST', `${at(taskNo)}/pause`);
    },
    async resume(taskNo) {
      await call('POST', `${at(taskNo)}/resume`);
    },
    async stop(taskNo) {
      await call('POST', `${at(taskNo)}/stop`);
    },
    async statusOf(taskNo) {
      return stateOf(await call('GET', at(taskNo)));
    },
    async withdraw(taskNo, callNos) {
      return (await ask(withdrawReply, 'POST', `/tasks${at(taskNo)}/withdraw`, { callNos })).withdrawn;
    },
    async scripts() {
      const { scripts } = await ask(scriptReply, 'GET', '/scripts');
      return scripts.map(({ code, name, languages, variables = null }) => ({
        scriptCode: code,
        scriptName: name,
        languages,
        variables,
      }));
    },
    async reportsOf(taskNo, callNos) {
      return (await ask(reportsReply, 'POST', `/tasks${at(taskNo)}/reports`, { callNos })).reports;
    },
  };
}
