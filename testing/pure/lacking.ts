export const lackingEach = (whole: object): readonly (readonly [field: string, less: object])[] =>
  Object.keys(whole).map((field) => [
    field,
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)),
  ]);
