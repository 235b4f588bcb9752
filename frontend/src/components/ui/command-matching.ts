interface Findable {
  name: string;
  keywords?: string;
}

const MAX_SHOWN = 40;

/** Commands that hold every word of the text; those whose name begins with it come first. */
export function matching<C extends Findable>(commands: readonly C[], text: string): C[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = commands.filter(({ name, keywords = "" }) => {
    const where = `${name} ${keywords}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
  const begins = (command: C) => (command.name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, MAX_SHOWN);
}
