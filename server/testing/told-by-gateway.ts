import { signReport } from '../../sandbox/src/index.ts';
import type { TestApp } from './test-app.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
const ROBOT_KEY = 'a-robot-key';

/** Settings of an application that gateways report to, none of which is asked anything. */
export const REPORTED_TO = {
  KITUO_CALLBACK_SECRET: SECRET,
  KITUO_PUBLIC_URL: 'http://127.0.0.1:1',
  ROBOT_URL: 'http://127.0.0.1:1',
  ROBOT_API_KEY: ROBOT_KEY,
} as const;

/** Sends a report as its gateway would, under another signature where one is given, and answers the status. */
export async function sendReport(
  app: TestApp,
  topic: string,
  body: string,
  signature: string | null = topic.startsWith('robot/') ? signReport(ROBOT_KEY, topic, body) : null,
): Promise<number> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/gateway/${SECRET}/${topic}`,
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'kituo-signature': signature }) },
    payload: body,
  });
  await app.services.engine.callbacks.settled();
  return reply.statusCode;
}
