// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as z from 'zod/mini';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { defineEndpoint } from '../contracts/endpoint.ts';
import { renderPage, reply } from '../testing/index.ts';
import { validateImage } from '../validate/validators.ts';
import type { FileRule } from '../validate/validators.ts';
import { FilePicker } from './file-picker.tsx';
import { SHOWN_MS, ShowAndCopy } from './show-and-copy.tsx';

const phone = defineEndpoint({
  name: 'test.phone',
  method: 'GET',
  path: 'test/phone',
  access: 'signedIn',
  kind: 'query',
  summary: 'A phone number',
  request: z.object({ userNo: z.string() }),
  reply: z.nullable(z.string()),
});

afterEach(() => {
  vi.useRealTimers();
});

function Picking(props: { readonly rule?: FileRule; readonly isImage?: boolean }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FilePicker
      label="Scan"
      file={file}
      onChange={setFile}
      {...(props.rule && { rule: props.rule })}
      {...(props.isImage === true && { validate: validateImage })}
    />
  );
}

/** A file of a size without its bytes. */
function fileOf(name: string, bytes: number, type = ''): File {
  const file = new File(['-'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

async function choose(file: File): Promise<string> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Scan'), { target: { files: [file] } });
    await Promise.resolve();
  });
  return screen.getByRole('alert').textContent;
}

it('refuses files by ending and size with the spec’s messages, and takes the others', async () => {
  renderPage(<Picking rule={{ extensions: ['csv', 'xlsx'], maxMb: 5, maxName: 100 }} />);
  expect(await choose(fileOf(`${'s'.repeat(97)}.csv`, 10))).toBe(
    'The file name exceeds 100 characters, please reselect',
  );
  expect(await choose(fileOf('list.pdf', 10))).toBe('Only file formats csv, xlsx supported, please reselect');
  expect(await choose(fileOf('list.csv', 5 * 1_048_576 + 1))).toBe('File exceeds 5 MB, please reselect');
  expect(screen.queryByText('list.csv')).toBeNull();
  expect(await choose(fileOf('list.CSV', 5 * 1_048_576))).toBe('');
  screen.getByText('list.CSV');
});

it('takes images of 1 KB to 10 MB alone', async () => {
  renderPage(<Picking isImage />);
  const size = 'Image size must be between 1 KB and 10 MB';
  expect(await choose(fileOf('a.pdf', 5000, 'application/pdf'))).toBe('Only image upload supported');
  expect(await choose(fileOf('a.png', 1023, 'image/png'))).toBe(size);
  expect(await choose(fileOf('a.png', 10 * 1_048_576 + 1, 'image/png'))).toBe(size);
  expect(await choose(fileOf('a.png', 1024, 'image/png'))).toBe('');
  expect(await choose(fileOf('a.png', 10 * 1_048_576, 'image/png'))).toBe('');
});

it('shows a value on a click and hides it again after 60 s', async () => {
  const page = renderPage(<ShowAndCopy endpoint={phone} params={{ userNo: 'U1' }} masked="25*******678" />, {
    replies: [reply(phone, '254712345678')],
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  page.getByText('25*******678');
  fireEvent.click(page.getByRole('button'));
  await page.findByText('254712345678');
  expect(page.server.callsOf(phone).map(({ request }) => request)).toEqual([{ userNo: 'U1' }]);
  // The value is drawn before its time is set: an effect does that.
  await act(() => Promise.resolve());
  act(() => {
    vi.advanceTimersByTime(SHOWN_MS - 5000);
  });
  page.getByText('254712345678');
  act(() => {
    vi.advanceTimersByTime(5000);
  });
  page.getByText('25*******678');
  expect(page.queryByText('254712345678')).toBeNull();
});

function OneAfterAnother() {
  const [userNo, setUserNo] = useState('U1');
  return (
    <>
      <ShowAndCopy endpoint={phone} params={{ userNo }} masked={`masked ${userNo}`} />
      <button
        onClick={() => {
          setUserNo(userNo === 'U1' ? 'U2' : 'U1');
        }}
      >
        next
      </button>
    </>
  );
}

it('never shows the value of one person beside another', async () => {
  const page = renderPage(<OneAfterAnother />, {
    replies: [reply(phone, ({ userNo }) => `phone of ${String(userNo)}`)],
  });
  const next = page.getByRole('button', { name: 'next' });
  await userEvent.click(page.getByRole('button', { name: 'Show' }));
  await page.findByText('phone of U1');
  await userEvent.click(next);
  page.getByText('masked U2');
  expect(page.queryByText('phone of U1')).toBeNull();
  await userEvent.click(next);
  page.getByText('masked U1');
});

it('hides a value that arrives after the place went on to somebody else', async () => {
  const page = renderPage(<OneAfterAnother />, { replies: [reply(phone, 'phone of U1')] });
  const show = page.getByRole('button', { name: 'Show' });
  fireEvent.click(show);
  expect(show.hasAttribute('disabled')).toBe(true);
  fireEvent.click(page.getByRole('button', { name: 'next' }));
  await waitFor(() => {
    expect(show.hasAttribute('disabled')).toBe(false);
  });
  expect(page.server.callsOf(phone)).toHaveLength(1);
  page.getByText('masked U2');
  expect(page.queryByText('phone of U1')).toBeNull();
});

it('shows "-" for an empty value, with nothing to copy', async () => {
  const page = renderPage(<ShowAndCopy endpoint={phone} params={{ userNo: 'U1' }} masked="25*******678" />, {
    replies: [reply(phone, '')],
  });
  await userEvent.click(page.getByRole('button'));
  await page.findByText('-');
  expect(page.getAllByRole('button')).toHaveLength(1);
});
