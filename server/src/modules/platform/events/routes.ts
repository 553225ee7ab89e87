import { auth } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { streamEvents } from './stream.ts';

export const routes = [implement(auth.events, ({ unheardMs }, call) => streamEvents(call, unheardMs))];
