// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import { jsonFault } from '../../contracts/platform/json-fault.ts';
import { renderPage, reply, resetFakeHost } from '../../testing/index.ts';
import type { RenderedPage } from '../../testing/index.ts';
import { useAction } from '../action/use-action.ts';
import { pathTo } from './cascade-field.tsx';
import { fieldsOf } from './fields-of.ts';
import { FormDialog } from './form-frames.tsx';

afterEach(resetFakeHost);

const phone = z.string().check(z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));
const save = defineEndpoint({
  name: 'test.save',
  method: 'POST',
  path: 'test/save',
  access: 'signedIn',
  kind: 'command',
  summary: 'Takes whatever fields hold',
  request: z.object({
    amountCents: z.nullable(z.int()),
    count: z.nullable(z.int()),
    phone: z.nullable(phone),
    period: z.nullable(z.object({ from: z.string(), to: z.string() })),
    at: z.nullable(z.string()),
    label: z.record(z.string(), z.string()),
    story: z.record(z.string(), z.string()),
    config: z.nullable(z.string()),
    place: z.nullable(z.string()),
    isOpen: z.boolean(),
    rows: z.array(z.string()).check(z.maxLength(2)),
  }),
  reply: z.object({}),
});
type Values = z.input<typeof save.request>;
const EMPTY: Values = {
  amountCents: null,
  count: null,
  phone: null,
  period: null,
  at: null,
  label: {},
  story: {},
  config: null,
  place: null,
  isOpen: false,
  rows: [],
};
const fields = fieldsOf<Values>();
const places = {
  kind: 'remote',
  name: 'test.places',
  load: () =>
    Promise.resolve([
      { value: '1', label: 'Mombasa', children: [{ value: '11', label: 'Nyali' }] },
      { value: '2', label: 'Nairobi', children: [{ value: '21', label: 'Westlands' }] },
    ]),
} as const;

function Page({ defaults }: { readonly defaults: Values }) {
  const action = useAction({
    name: 'save',
    endpoint: save,
    request: (_nothing: null, values: Values) => values,
  });
  return (
    <>
      <button
        onClick={() => {
          action.open(null);
        }}
      >
        open
      </button>
      <FormDialog action={action} defaults={() => defaults}>
        <fields.Money name="amountCents" isOptional />
        <fields.Number name="count" unit="days" />
        <fields.Phone name="phone" isOptional />
        <fields.DateRange name="period" />
        <fields.Moment name="at" />
        <fields.Languages name="label" maxLength={64} />
        <fields.Languages name="story" rows={3} />
        <fields.Json name="config" isOptional />
        <fields.Cascade name="place" source={places} levels={['County', 'Sub-county']} />
        <fields.Switch name="isOpen" />
      </FormDialog>
    </>
  );
}

const names = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, `The ${name}`]));
const texts = {
  field: names,
  action: { save: { label: 'Save', title: 'Save', submit: 'Send', done: 'Saved' } },
};

async function open(defaults: Partial<Values> = {}): Promise<RenderedPage> {
  const page = renderPage(<Page defaults={{ ...EMPTY, ...defaults }} />, {
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(save, {})],
  });
  fireEvent.click(screen.getByText('open'));
  await screen.findByRole('dialog');
  return page;
}
const type = (label: string, value: string): void => {
  const control = screen.getByLabelText(label);
  fireEvent.change(control, { target: { value } });
  fireEvent.blur(control);
};
async function sent(page: RenderedPage): Promise<Record<string, unknown>> {
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => {
    expect(page.server.callsOf(save)).toHaveLength(1);
  });
  return page.server.callsOf(save)[0]?.request ?? {};
}
const refused = async (page: RenderedPage, message: string): Promise<void> => {
  fireEvent.click(screen.getByText('Send'));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(page.server.callsOf(save)).toHaveLength(0);
};

describe('amounts and numbers', () => {
  test('money is typed in shillings with separators and kept in cents', async () => {
    const page = await open({ amountCents: 150_000 });
    const money = screen.getByLabelText<HTMLInputElement>(/The amountCents/);
    expect(money.value).toBe('1,500.00');
    fireEvent.change(money, { target: { value: '12,345.6' } });
    fireEvent.blur(money);
    expect(money.value).toBe('12,345.60');
    expect(await sent(page)).toMatchObject({ amountCents: 1_234_560 });
  });

  test.each(['-5', '012', '1.234', 'ten'])('%s is no amount', async (typed) => {
    const page = await open();
    fireEvent.change(screen.getByLabelText(/The amountCents/), { target: { value: typed } });
    await refused(page, 'An amount, e.g. 1,234.50, not negative, with up to 2 decimals and no leading zeros');
  });

  test('a whole number drops its separators and refuses a fraction', async () => {
    const page = await open();
    type('The count', '1.5');
    await refused(page, 'A whole number, e.g. 1,000');
    type('The count', '1,000');
    expect(await sent(page)).toMatchObject({ count: 1000 });
  });
});

test('a phone typed as 07… is offered as 2547…', async () => {
  const page = await open();
  type('The phone (optional)', '0712 345 678');
  fireEvent.click(screen.getByText('Use 254712345678'));
  expect(await sent(page)).toMatchObject({ phone: '254712345678' });
});

describe('days in Nairobi', () => {
  const zone = process.env['TZ'];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T21:30:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each(['America/Los_Angeles', 'Africa/Nairobi', 'Pacific/Auckland'])(
    'are the same for a browser in %s',
    async (browserZone) => {
      process.env['TZ'] = browserZone;
      const page = await open({ at: '2026-11-20T21:30:00.000Z' });
      expect(screen.getByLabelText<HTMLInputElement>('The at').value).toBe('2026-11-21T00:30');
      fireEvent.click(screen.getByText('Last 7 days'));
      type('The at', '2026-11-01T02:00');
      expect(await sent(page)).toMatchObject({
        period: { from: '2026-11-15', to: '2026-11-21' },
        at: '2026-10-31T23:00:00.000Z',
      });
    },
  );

  test('a range needs both days, in order', async () => {
    const page = await open();
    type('The period: From', '2026-11-10');
    await refused(page, 'Both dates are required');
    type('The period: To', '2026-11-09');
    expect(await screen.findByText('The end date is before the start date')).toBeTruthy();
    type('The period: To', '2026-11-10');
    expect(await sent(page)).toMatchObject({ period: { from: '2026-11-10', to: '2026-11-10' } });
  });
});

test('texts are kept by language, an emptied one is left out', async () => {
  const page = await open({ label: { en: 'Old', zh: '旧' } });
  type('The label: en', 'Frozen');
  type('The label: zh', '');
  // `ke` is English: it has no text of its own.
  expect(screen.queryByLabelText('The label: ke')).toBeNull();
  expect(await sent(page)).toMatchObject({ label: { en: 'Frozen' } });
});

test('texts of several lines keep them', async () => {
  const page = await open({ story: { zh: '旧' } });
  type('The story: en', 'One\n\nTwo');
  type('The story: zh', '');
  expect(await sent(page)).toMatchObject({ story: { en: 'One\n\nTwo' } });
});

describe('JSON', () => {
  test('says where it breaks, and waits', async () => {
    const page = await open();
    type('The config (optional)', '{\n  "days": [7, 30],\n  "rate": 1.\n}');
    await refused(page, 'Invalid JSON: line 3, column 13');
    type('The config (optional)', '{"days": [7, 30]}');
    expect(await sent(page)).toMatchObject({ config: '{"days": [7, 30]}' });
  });

  test('breaks where a stray character is put, and nowhere else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, where) => {
        const text = JSON.stringify(value, null, 2);
        expect(jsonFault(text)).toBeNull();
        // Not inside a text, where nearly everything is right.
        if (text.includes('"')) return;
        const at = where % (text.length + 1);
        const place = jsonFault(`${text.slice(0, at)}§${text.slice(at)}`);
        const lines = text.slice(0, at).split('\n');
        expect(place).toEqual({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
      }),
    );
  });
});

test('a cascade opens level by level and holds what was chosen last', async () => {
  const page = await open({ place: '11' });
  const level = (name: string) => screen.getByLabelText<HTMLSelectElement>(`The place: ${name}`);
  await waitFor(() => {
    expect(level('Sub-county').value).toBe('11');
  });
  fireEvent.change(level('County'), { target: { value: '2' } });
  expect(within(level('Sub-county')).queryByText('Nyali')).toBeNull();
  fireEvent.change(level('Sub-county'), { target: { value: '21' } });
  fireEvent.click(screen.getByLabelText('The isOpen'));
  expect(await sent(page)).toMatchObject({ place: '21', isOpen: true });
  expect(pathTo(await places.load(), '21')).toEqual(['2', '21']);
});

test('a message about what has no field here is above the fields', async () => {
  const page = await open({ rows: ['1', '2', '3'], config: '{' });
  await refused(page, 'Choose at most 2');
  // What is beside its field does not stand there twice.
  expect(screen.getAllByText('Invalid JSON: line 1, column 2')).toHaveLength(1);
});

describe('numbers with decimals and times of day', () => {
  const keep = defineEndpoint({
    name: 'test.keep',
    method: 'POST',
    path: 'test/keep',
    access: 'signedIn',
    kind: 'command',
    summary: 'Takes a rate and a time',
    request: z.object({ rate: z.nullable(z.number()), startsAt: z.nullable(z.string()) }),
    reply: z.object({}),
  });
  type Kept = z.input<typeof keep.request>;
  const { Decimal, TimeOfDay } = fieldsOf<Kept>();
  function Page() {
    const action = useAction({ name: 'keep', endpoint: keep, request: (_nothing: null, values: Kept) => values });
    return (
      <>
        <button type="button" onClick={() => action.open(null)}>
          open
        </button>
        <FormDialog action={action} defaults={(): Kept => ({ rate: null, startsAt: null })}>
          <Decimal name="rate" unit="%" />
          <TimeOfDay name="startsAt" />
        </FormDialog>
      </>
    );
  }

  test('are sent as they are typed; one digit too many is said beside the field', async () => {
    const words = { label: 'Keep', title: 'Keep', submit: 'Keep it', done: 'Kept' };
    const page = renderPage(<Page />, {
      plugin: { name: 'test', texts: { en: { field: { rate: 'Rate', startsAt: 'From' }, action: { keep: words } } } },
      replies: [reply(keep, {})],
    });
    fireEvent.click(screen.getByText('open'));
    fireEvent.change(await screen.findByLabelText('Rate'), { target: { value: '1.255' } });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '08:30' } });
    fireEvent.click(screen.getByText('Keep it'));
    expect(await screen.findByText('A number with at most 2 decimal places')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Rate'), { target: { value: '1.25' } });
    fireEvent.click(screen.getByText('Keep it'));
    await waitFor(() => {
      expect(page.server.callsOf(keep)[0]?.request).toEqual({ rate: 1.25, startsAt: '08:30' });
    });
  });
});
