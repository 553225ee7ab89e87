import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';

export const ROBOT_KEY = 'sandbox-robot-key';

interface Task {
  readonly taskNo: string;
  /** Its own number of it. */
  readonly taskId: string;
  status: 'RUNNING' | 'PAUSED' | 'DONE' | 'STOPPED';
  readonly left: string[];
  readonly callbackUrl: string;
}

interface NewTask {
  readonly taskNo: string;
  readonly callbackUrl: string;
  readonly calls: readonly { readonly callNo: string }[];
}

/** What it can say. */
const SCRIPTS = [
  {
    code: 'REMIND',
    name: 'Reminder of a late loan',
    languages: ['en', 'sw'],
    variables: ['billCount', 'totalDue', 'oldestDueDate'],
  },
  { code: 'DUE_SOON', name: 'Due in the next days', languages: ['en', 'sw'], variables: ['totalDue', 'oldestDueDate'] },
  { code: 'PROMISE', name: 'Promise falls due today', languages: ['sw'], variables: [] },
];

const OUTCOMES = ['ANSWERED', 'NO_ANSWER', 'BUSY', 'SWITCHED_OFF'] as const;

/** A robot that dials: batches by number, one report a call. A second start of the same batch is the first. */
export class Robot {
  /** Where its recordings are fetched; none are made while it is not set. */
  recordingsAt: string | undefined;
  /** True: its lines are busy, so calls wait until a task is resumed. */
  isBusy = false;
  readonly recorded = new Set<string>();
  readonly #tasks = new Map<string, Task>();
  /** How calls ended, by task and call, whether the callback arrived or not. */
  readonly #reports = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #world: World;
  readonly #deliveries: Deliveries;

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  register(app: FastifyInstance): void {
    const isAllowed = (authorization: string | undefined) => authorization === `Bearer ${ROBOT_KEY}`;
    app.post<{ Body: NewTask }>('/v1/tasks', async (request, reply) => {
      if (!isAllowed(request.headers.authorization)) return await refuse(reply, 401, 'UNAUTHORIZED');
      if (this.#world.happens('refusal')) return await refuse(reply, 422, 'NO_CREDIT');
      const { taskNo, calls, callbackUrl } = request.body;
      let task = this.#tasks.get(taskNo);
      if (!task) {
        const left = calls.map(({ callNo }) => callNo);
        const taskId = `NF${randomUUID().slice(0, 8).toUpperCase()}`;
        task = { taskNo, taskId, callbackUrl, left, status: 'RUNNING' };
        this.#tasks.set(taskNo, task);
        if (!this.isBusy) this.#dial(task);
      }
      return await this.#tell(reply, task);
    });
    app.get<{ Params: { taskNo: string } }>('/v1/tasks/:taskNo', async (request, reply) => {
      const task = this.#tasks.get(request.params.taskNo);
      return task ? await this.#tell(reply, task) : await refuse(reply, 404, 'NO_SUCH_TASK');
    });
    app.get('/v1/scripts', async (request, reply) => {
      if (!isAllowed(request.headers.authorization)) return await refuse(reply, 401, 'UNAUTHORIZED');
      return await answer(reply, this.#world, { scripts: SCRIPTS });
    });
    app.post<{ Params: { taskNo: string }; Body: { callNos: readonly string[] } }>(
      '/v1/tasks/:taskNo/withdraw',
      async (request, reply) => {
        if (!isAllowed(request.headers.authorization)) return await refuse(reply, 401, 'UNAUTHORIZED');
        const task = this.#tasks.get(request.params.taskNo);
        if (!task) return await refuse(reply, 404, 'NO_SUCH_TASK');
        const withdrawn = request.body.callNos.filter((callNo) => task.left.includes(callNo));
        for (const callNo of withdrawn) task.left.splice(task.left.indexOf(callNo), 1);
        return await answer(reply, this.#world, { withdrawn });
      },
    );
    app.post<{ Params: { taskNo: string }; Body: { callNos: readonly string[] } }>(
      '/v1/tasks/:taskNo/reports',
      async (request, reply) => {
        if (!isAllowed(request.headers.authorization)) return await refuse(reply, 401, 'UNAUTHORIZED');
        const { taskNo } = request.params;
        if (!this.#tasks.has(taskNo)) return await refuse(reply, 404, 'NO_SUCH_TASK');
        const reports = request.body.callNos.flatMap((callNo) => this.#reports.get(`${taskNo} ${callNo}`) ?? []);
        return await answer(reply, this.#world, { reports });
      },
    );
    const target = { pause: 'PAUSED', resume: 'RUNNING', stop: 'STOPPED' } as const;
    app.post<{ Params: { taskNo: string; action: string } }>('/v1/tasks/:taskNo/:action', async (request, reply) => {
      if (!isAllowed(request.headers.authorization)) {
        return await refuse(reply, 401, 'UNAUTHORIZED');
      }
      const { taskNo, action } = request.params;
      const task = this.#tasks.get(taskNo);
      if (!task || !(action === 'pause' || action === 'resume' || action === 'stop')) {
        return await refuse(reply, 404, 'NO_SUCH_TASK');
      }
      if (task.status === 'DONE' || task.status === 'STOPPED') {
        return await refuse(reply, 409, 'TASK_ENDED');
      }
      task.status = target[action];
      this.#dial(task);
      return await this.#tell(reply, task);
    });
  }

  /** Reports every call that is left; the world's pauses make them arrive over time. */
  #dial(task: Task): void {
    if (task.status !== 'RUNNING') return;
    for (const callNo of task.left.splice(0)) {
      const outcome = OUTCOMES[(callNo.codePointAt(callNo.length - 1) ?? 0) % OUTCOMES.length];
      const isAnswered = outcome === 'ANSWERED';
      const report = {
        taskNo: task.taskNo,
        taskId: task.taskId,
        callNo,
        outcome,
        ...(isAnswered && { willingness: 'WILLING' }),
        seconds: isAnswered ? 34 : 0,
        ringSeconds: isAnswered ? 6 : 25,
        ...(isAnswered && { rounds: 4, hungUpBy: 'CUSTOMER' }),
        costCents: isAnswered ? 300 : 0,
        ...(isAnswered && this.#said(callNo)),
        endedAt: new Date().toISOString(),
      };
      this.#reports.set(`${task.taskNo} ${callNo}`, report);
      this.#deliveries.json(task.callbackUrl, report, ROBOT_KEY);
    }
    task.status = 'DONE';
  }

  /** What an answered call leaves: its sound, and what was said. */
  #said(callNo: string): object {
    const transcript = [
      {
        fromSecond: 0,
        speaker: 'ROBOT',
        said: 'Hello, this is an automatic call of your lender. May we tell you of an offer?',
      },
      { fromSecond: 9, speaker: 'CUSTOMER', said: 'Yes, please go on.' },
      { fromSecond: 14, speaker: 'ROBOT', said: 'Somebody of our team will call you. Thank you.' },
    ];
    if (this.recordingsAt === undefined) return { transcript };
    this.recorded.add(callNo);
    return { transcript, recordingUrl: `${this.recordingsAt}/${callNo}.wav` };
  }

  #tell(reply: FastifyReply, { taskNo, taskId, status }: Task) {
    return answer(reply, this.#world, { taskNo, taskId, status });
  }
}

const refuse = (reply: FastifyReply, status: number, code: string) =>
  reply.status(status).send({ error: { code, message: code.toLowerCase().replaceAll('_', ' ') } });
