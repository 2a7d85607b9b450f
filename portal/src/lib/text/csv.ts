export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export const saveCsv = (name: string, text: string): void =>
  // The byte order mark tells spreadsheets that the text is UTF-8.
  saveFile(name, new Blob(['\uFEFF', text], { type: 'text/csv' }));
