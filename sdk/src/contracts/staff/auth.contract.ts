import * as z from 'zod/mini';
import { bootstrap, language, sessionUser, userSettings } from './bootstrap.ts';
import { defineEndpoint } from '../endpoint.ts';

const nothing = z.object({});
const requiredText = (message: string) => z.string().check(z.minLength(1, message), z.maxLength(200));

/** A code of the spec's section 8: the interface translates it, the server sends its text. */
export const nextStep = z.enum(['DONE', 'VALIDATE_CODE', 'MFA_CODE', 'MFA_BIND', 'PASSWORD_UPDATE']);

export const languageList = defineEndpoint({
  name: 'auth.languageList',
  method: 'GET',
  path: 'noAuth/logon/languageList',
  access: 'public',
  kind: 'query',
  summary: 'The enabled languages, in their order',
  request: nothing,
  reply: z.array(language),
});

export const demoPeople = defineEndpoint({
  name: 'auth.demoPeople',
  method: 'GET',
  path: 'noAuth/logon/demoPeople',
  access: 'public',
  kind: 'query',
  summary: 'Whom a demonstration offers to sign in as; nobody where KITUO_DEMO is off',
  request: nothing,
  reply: z.object({
    /** That of all of them; empty where there is nobody. */
    password: z.string(),
    people: z.array(
      z.object({
        userName: z.string(),
        realName: z.string(),
        /** Their desk. */
        deptName: z.nullable(z.string()),
        roleName: z.string(),
        /** What they can do, in a sentence. */
        remark: z.nullable(z.string()),
      }),
    ),
  }),
});

/** A puzzle: slide the piece so that it fills the notch. Positions are whole pixels of a 320 × 160 picture. */
export const slider = defineEndpoint({
  name: 'auth.slider',
  method: 'POST',
  path: 'noAuth/logon/slider',
  access: 'public',
  kind: 'signal',
  summary:
    'Deals a check at sign-in: a picture to slide in, letters to read, or a question in words for who cannot see either',
  request: z.object({ mode: z.optional(z.enum(['picture', 'question', 'letters'])) }),
  reply: z.object({
    /** False where the check is switched off (`KITUO_SLIDER_CHECK`); the other fields are then empty. */
    required: z.boolean(),
    sliderId: z.string(),
    /** A PNG picture with the notch darkened, as a `data:` address. */
    background: z.string(),
    /** The piece, 48 × 48, as a `data:` address. */
    piece: z.string(),
    pieceTop: z.number(),
    width: z.number(),
    height: z.number(),
    /** A sum in words, in the caller's language, where `mode` was `question`; the pictures are then empty. */
    question: z.optional(z.string()),
    /** Seconds until it has to be dealt again. */
    expiresInSeconds: z.number(),
  }),
});

export const sliderVerify = defineEndpoint({
  name: 'auth.sliderVerify',
  method: 'POST',
  path: 'noAuth/logon/sliderVerify',
  access: 'public',
  kind: 'signal',
  summary: 'Judges a slide and answers with a ticket that one sign-in may spend within two minutes',
  request: z.object({
    sliderId: requiredText('SLIDER_EXPIRED'),
    /** Where the piece's left edge was let go, in pixels of the picture. */
    left: z.optional(z.number().check(z.minimum(0), z.maximum(2000))),
    /** The answer to a question, in the place of `left`. */
    answer: z.optional(z.number().check(z.minimum(-1000), z.maximum(1000))),
    /** What was read in a picture of letters, in the place of `left`; upper and lower case are one. */
    letters: z.optional(z.string().check(z.maxLength(20))),
  }),
  reply: z.object({ sliderTicket: z.string() }),
});

export const externalToken = defineEndpoint({
  name: 'user.externalToken',
  method: 'POST',
  path: 'user/externalToken',
  access: 'signedIn',
  // Not a command: its reply holds a token, and a command's reply is stored.
  kind: 'signal',
  summary: 'A token of 60 seconds for one external address of the caller’s own menu',
  request: z.object({
    url: z.string().check(z.minLength(1, 'Content cannot be blank'), z.maxLength(2000)),
  }),
  reply: z.object({ token: z.string(), expiresInSeconds: z.number() }),
});

/** By which way a code is sent; MOBILE is an SMS. */
export const validateChannel = z.enum(['EMAIL', 'MOBILE']);

/** What is still to be done before there is a session. Its token allows that one step and nothing else. */
export const signInStep = z.object({
  stepToken: z.string(),
  expiresInSeconds: z.number(),
  /** With VALIDATE_CODE: where a code can be sent, masked. Empty where nothing is on file. */
  channels: z.array(z.object({ validateChannel, destination: z.string() })),
});

export const signInReply = z.object({
  /** `<sessionId>.<secret>`: travels in `auth-token` and `auth_token`. Empty until the last step is done. */
  token: z.string(),
  nextStep,
  /** Null until the last step is done. */
  userInfo: z.nullable(sessionUser),
  /** Null once there is a session. */
  step: z.nullable(signInStep),
});
export type SignInReply = z.output<typeof signInReply>;

export const login = defineEndpoint({
  name: 'auth.login',
  method: 'POST',
  path: 'noAuth/logon/login',
  access: 'public',
  kind: 'signal',
  summary: 'Signs a person in, or says what is still to be done for it',
  request: z.object({
    userName: requiredText('Username cannot be empty'),
    password: requiredText('Password cannot be blank'),
    sliderTicket: z.optional(z.string().check(z.maxLength(200))),
    /** By a click on a person whom a demonstration offers: its published password stands in for the checks. */
    isDemoPerson: z.optional(z.boolean()),
    /** Of the picture check; needed after three failures (`PICTURE_REQUIRED`), taken at any time. */
    pictureTicket: z.optional(z.string().check(z.maxLength(200))),
    /** Asks for a code by this way even where no policy demands one. */
    validateChannel: z.optional(validateChannel),
    /** The code that was sent; goes with the `stepToken` of VALIDATE_CODE, in the place of the slider. */
    validateCode: z.optional(z.string().check(z.regex(/^\d{6}$/, 'Six digits'))),
    stepToken: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: signInReply,
});

export const signOut = defineEndpoint({
  name: 'user.signOut',
  method: 'POST',
  path: 'user/signOut',
  access: 'signedIn',
  kind: 'signal',
  summary: 'Ends this session',
  request: nothing,
  reply: nothing,
});

export const changePwd = defineEndpoint({
  name: 'user.changePwd',
  method: 'POST',
  path: 'user/changePwd',
  access: 'signedIn',
  // Not a command: its reply holds a token, and a command's reply is stored.
  kind: 'signal',
  summary: 'Changes one’s own password; ends the other sessions and answers with a new token',
  request: z.object({
    oldPassword: requiredText('Password cannot be blank'),
    newPassword: requiredText('Password cannot be blank'),
    confirmPassword: requiredText('Password cannot be blank'),
  }),
  reply: z.object({ token: z.string() }),
});

export const passwordRule = defineEndpoint({
  name: 'user.passwordRule',
  method: 'GET',
  path: 'user/passwordRule',
  access: 'signedIn',
  kind: 'query',
  summary: 'What the company asks of a new password at present; answers before a forced change, too',
  request: nothing,
  reply: z.object({
    /** In characters. */
    minLength: z.int(),
    /** Of so many passwords, the present one included, none may come back. */
    remembered: z.int(),
  }),
});

export const getBootstrap = defineEndpoint({
  name: 'user.bootstrap',
  method: 'GET',
  path: 'user/bootstrap',
  access: 'signedIn',
  kind: 'query',
  summary: 'Everything the host needs to draw this person’s console',
  request: nothing,
  reply: bootstrap,
});

export const events = defineEndpoint({
  name: 'user.events',
  method: 'GET',
  path: 'user/events',
  access: 'signedIn',
  kind: 'query',
  replyForm: 'events',
  summary: 'Registry, permission, session, version and job events as they happen',
  request: z.object({
    /** For how long the browser has heard nothing: what it was told meanwhile comes first, or `missed`. */
    unheardMs: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
  }),
  reply: z.unknown(),
});

export const findMenusTreeByUserNo = defineEndpoint({
  name: 'user.findMenusTreeByUserNo',
  method: 'GET',
  path: 'user/findMenusTreeByUserNo',
  access: 'signedIn',
  kind: 'query',
  summary: 'The caller’s menu',
  request: nothing,
  reply: bootstrap.shape.menus,
});

export const enabledLanguages = defineEndpoint({
  name: 'language.enableList',
  method: 'GET',
  path: 'language/enableList',
  access: 'signedIn',
  kind: 'query',
  summary: 'The enabled languages, in their order',
  request: nothing,
  reply: z.array(language),
});

export const getSetting = defineEndpoint({
  name: 'user.getSetting',
  method: 'GET',
  path: 'user/setting',
  access: 'signedIn',
  kind: 'query',
  summary: 'One’s own settings',
  request: nothing,
  reply: userSettings,
});

export const saveSetting = defineEndpoint({
  name: 'user.saveSetting',
  method: 'POST',
  path: 'user/setting/save',
  access: 'signedIn',
  kind: 'command',
  summary: 'Changes some of one’s own settings',
  request: z.partial(userSettings),
  reply: userSettings,
});

export const account = defineEndpoint({
  name: 'user.account',
  method: 'GET',
  path: 'user/account',
  access: 'signedIn',
  kind: 'query',
  summary: 'What a person may know of their own account beside their rights',
  request: nothing,
  reply: z.object({ passwordChangedAt: z.string() }),
});

export const sessionList = defineEndpoint({
  name: 'user.sessionList',
  method: 'GET',
  path: 'user/session/list',
  access: 'signedIn',
  kind: 'query',
  summary: 'One’s own live sessions',
  request: nothing,
  reply: z.array(
    z.object({
      sessionId: z.string(),
      isCurrent: z.boolean(),
      device: z.string(),
      address: z.string(),
      startedAt: z.string(),
      lastSeenAt: z.string(),
    }),
  ),
});

export const sessionEnd = defineEndpoint({
  name: 'user.sessionEnd',
  method: 'POST',
  path: 'user/session/end',
  access: 'signedIn',
  kind: 'command',
  summary: 'Ends one other session of one’s own, or all others',
  request: z.object({
    sessionId: z.optional(z.string().check(z.maxLength(64))),
    allOthers: z.optional(z.boolean()),
  }),
  reply: z.object({ ended: z.number() }),
});
