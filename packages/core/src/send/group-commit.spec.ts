import { describe, expect, it } from 'vitest';
import { GroupCommit, NotBegun } from './group-commit.js';

/** A database that is a list: what is in it was committed. */
class Ledger {
  readonly committed: string[] = [];
  readonly transactions: number[] = [];
  isLocked = false;
  isFull = false;
  #written: string[] = [];

  readonly group = new GroupCommit((steps) => {
    this.transactions.push(0);
    if (this.isLocked) throw new NotBegun(new Error('locked'));
    this.#written = [];
    steps();
    if (this.isFull) throw new Error('disk full');
    this.committed.push(...this.#written);
    this.transactions.splice(-1, 1, this.#written.length);
  });

  /** A step that writes its name and answers it; one that is called `bad` fails after it has written. */
  write(name: string): Promise<string> {
    return this.group.run(() => {
      this.#written.push(name);
      if (name.startsWith('bad')) throw new Error(name);
      return name;
    });
  }
}

describe('GroupCommit', () => {
  it('commits what one turn asks for at once, and answers each its own', async () => {
    const ledger = new Ledger();
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => ledger.write(name)));
    expect(answers).toEqual(['a', 'b', 'c']);
    expect(ledger.transactions).toEqual([3]);
    await ledger.write('d');
    expect(ledger.transactions).toEqual([3, 1]);
  });

  it('lets nobody hear of a step that is not committed', async () => {
    const ledger = new Ledger();
    const heard = ['a', 'b', 'bad', 'c'].map((name) =>
      ledger.write(name).then(
        () => expect(ledger.committed).toContain(name),
        () => expect(ledger.committed).not.toContain(name),
      ),
    );
    await Promise.all(heard);
    expect(ledger.committed).toEqual(['a', 'b', 'c']);
  });

  it('lets a step fail alone, with its own error', async () => {
    const ledger = new Ledger();
    const names = Array.from({ length: 20 }, (_, index) => (index % 7 === 3 ? `bad-${index}` : `${index}`));
    const ends = await Promise.allSettled(names.map((name) => ledger.write(name)));
    for (const [index, end] of ends.entries()) {
      const name = names[index] ?? '';
      if (name.startsWith('bad')) expect(end).toMatchObject({ reason: { message: name } });
      else expect(end).toMatchObject({ value: name });
    }
    expect(ledger.committed).toEqual(names.filter((name) => !name.startsWith('bad')));
  });

  it('tells nobody that a step is done where the commit fails', async () => {
    const ledger = new Ledger();
    ledger.isFull = true;
    const ends = await Promise.allSettled(['a', 'b'].map((name) => ledger.write(name)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('waits for a lock once, not once for each step', async () => {
    const ledger = new Ledger();
    ledger.isLocked = true;
    const ends = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => ledger.write(name)));
    expect(ends.map((end) => end.status === 'rejected' && String(end.reason))).toEqual(
      Array(4).fill('Error: locked'),
    );
    expect(ledger.transactions).toHaveLength(1);
    ledger.isLocked = false;
    expect(await ledger.write('e')).toBe('e');
  });

  it('lets other work in between when very much is asked for at once', async () => {
    const ledger = new Ledger();
    const all = Promise.all(Array.from({ length: 1000 }, (_, index) => ledger.write(`${index}`)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ledger.committed.length).toBeGreaterThan(0);
    expect(ledger.committed.length).toBeLessThan(1000);
    await all;
    expect(ledger.committed).toHaveLength(1000);
  });

  it('does at once what is waiting when it is told to', () => {
    const ledger = new Ledger();
    void ledger.write('a');
    ledger.group.flush();
    expect(ledger.committed).toEqual(['a']);
  });
});
