// @vitest-environment jsdom
import { Dialog } from '@blueprintjs/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useQuietFocus } from './use-quiet-focus.ts';

function Page() {
  const [isOpen, setOpen] = useState(false);
  const quietFocus = useQuietFocus(isOpen);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog {...quietFocus} isOpen={isOpen} transitionDuration={0} onClose={() => setOpen(false)}>
        <input aria-label="Name" autoFocus />
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </Dialog>
    </>
  );
}

test('focus returns to what opened the dialog without scrolling anything', async () => {
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  const focus = vi.spyOn(opener, 'focus');
  fireEvent.click(opener);
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => {
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });
});
