/** `@kituo/sdk/frame`: the two ends of an isolated plugin's channel. For the host, not for plugins. */
export { setAdapter } from '../api/call.ts';
export { fileNameOf, setSaver } from '../api/download.ts';
export { giveDrafts, openDrafts } from '../drafts/drafts.ts';
export { withholdReveals } from '../mask/reveals.ts';
export { pushServerEvent } from '../events/server-events.ts';
export { FRAME_HEADERS, frameAdapter, isSavedByHost } from './frame-adapter.ts';
export { connect } from './rpc.ts';
export type { Methods, Remote } from './rpc.ts';
