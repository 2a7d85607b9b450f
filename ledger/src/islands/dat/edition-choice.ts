import { choiceText } from '../../views/dat/choice-text.ts';
import { readPathSegment } from '../../views/page/addresses.ts';

const chosenRadio = () => document.querySelector<HTMLInputElement>('.edition-row :checked');

export function showChoice(): void {
  const form = document.getElementById('buy');
  const [text, button] = [form?.querySelector('strong'), form?.querySelector('button')];
  if (!text || !button) return;
  const radio = chosenRadio();
  const row = radio?.closest('label')?.querySelector('.edition-text');
  const hasOffer = document.querySelector('.edition-row :enabled') !== null;
  text.textContent = row?.textContent ?? choiceText(hasOffer);
  button.textContent = radio ? `Buy DAT #${radio.value}` : 'Buy DAT';
  button.disabled = !radio;
}

/** Keeps the buy button in step with the chosen edition (R-VIEW-05) and leads to its purchase in the portal. */
export function choiceShown(): void {
  const form = document.getElementById('buy');
  document.getElementById('collection')?.addEventListener('change', showChoice);
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = chosenRadio()?.value;
    if (number) location.assign(`/buy/${readPathSegment(location.pathname)}/${number}`);
  });
  // After Back the browser has restored the choice.
  showChoice();
}
