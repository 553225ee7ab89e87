import { performance } from 'node:perf_hooks';
import { quantile } from 'simple-statistics';
import { addPerson, createTestApp, signInAs } from '../../server/testing/test-app.ts';

// node tests/bench/bootstrap.ts: milliseconds the server takes for `GET user/bootstrap`.
const CALLS = 500;
const PAGES_A_PLUGIN = 7;

/** A person who holds all pages of 18 plugins, however many more there are. */
async function measure(count: number): Promise<{ p50: number; p95: number }> {
  const names = Array.from({ length: count }, (_, index) => `plugin-${index}`);
  const pagesOf = (name: string) =>
    Array.from({ length: PAGES_A_PLUGIN }, (_, page) => `${name.replace('-', '')}Page${page}`);
  await using app = await createTestApp({
    plugins: Object.fromEntries(names.map((name) => [name, pagesOf(name)])),
  });
  const pages = names.slice(0, 18).flatMap(pagesOf);
  await addPerson(app.database, 'amina', { pages: pages.map((page) => `/AdminContent/${page}`) });
  const { token } = await signInAs(app, 'amina');
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const start = performance.now();
    const reply = await app.http.inject({
      url: '/api/hc/web/user/bootstrap',
      headers: { 'auth-token': token },
    });
    if (reply.statusCode !== 200) throw new Error(reply.body);
    if (call >= CALLS / 10) times.push(performance.now() - start);
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

for (const count of [18, 1_000]) {
  const { p50, p95 } = await measure(count);
  console.log(`${count} plugins: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (target 5 ms)`);
}
process.exit(0);
