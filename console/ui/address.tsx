/** An address or the name of a file. Lines break after its slashes and `@`, before a word is torn. */
export function Address({ text }: { readonly text: string }) {
  const [first = '', ...others] = text.split(/(?<=[/@])/);
  return (
    <>
      {first}
      {others.flatMap((part, index) => [<wbr key={index} />, part])}
    </>
  );
}
