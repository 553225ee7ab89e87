/** `@kituo/sdk/testing`: the fake host that tests of plugins use. */
export { renderPage, resetFakeHost } from './render-page.tsx';
export type { FakeHostOptions, RenderedPage } from './render-page.tsx';
export { createFakeServer, Refusal, reply } from './fake-server.ts';
export type { FakeReply, FakeServer, RecordedCall } from './fake-server.ts';
export { fakeBootstrap, fakeUser } from './fakes.ts';
