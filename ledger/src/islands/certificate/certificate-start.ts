import { certificateAsked } from '../../views/certificate/certificate-asked.ts';
import { withPart } from '../page/with-part.ts';

export function startCertificate(): void {
  const container = document.getElementById('certificate');
  if (!container || certificateAsked(location).edition === undefined) return;
  container.setAttribute('aria-busy', 'true');
  void withPart(import('./certificate.tsx'), (certificate) =>
    certificate.drawCertificate(container),
  );
}
