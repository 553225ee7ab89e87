import type { Locator } from 'playwright';

/** Chooses an option of a form's field: from its native list, or from the list that its button opens. */
export async function pick(form: Locator, field: string, option: string): Promise<void> {
  const native = form.locator('select').and(form.getByLabel(new RegExp(`^${field}\\b`)));
  const button = form.getByRole('button', { name: new RegExp(`^${field}:`) });
  await native.or(button).first().waitFor();
  if ((await native.count()) > 0) {
    await native.selectOption({ label: option });
    return;
  }
  await button.click();
  await form.page().getByRole('option', { name: option }).first().click();
}
