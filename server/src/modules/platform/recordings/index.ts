// Recordings of calls: fetched from the exchange into our own store, and removed when their time is over.

import './tables.ts';

export { recordingSources } from './fetch-recording.ts';
export { keepRecordings } from './keep.ts';
export { noteRecording, readRecording, recordingKey } from './recordings.ts';
