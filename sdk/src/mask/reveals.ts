let isWithheld = false;

/** Nothing masked is shown in full from now on: in the frame of an isolated plugin, whose values leave the server masked. */
export function withholdReveals(): void {
  isWithheld = true;
}

/** Whether a masked value is alone, without the button that would be refused. */
export const areRevealsWithheld = (): boolean => isWithheld;
