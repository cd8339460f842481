interface Waiting {
  readonly begin: () => void;
  readonly reject: (reason: Error) => void;
}

/** Lets so many pieces of work be under way at once; the others stand in line, first come, first served. */
export class Turns {
  readonly #most: number;
  #line: Waiting[] = [];
  /** Where the line begins: taking the first one off a long array moves all the others. */
  #first = 0;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins the work now or when its turn has come, and settles like it. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay < this.#most) return this.#begin(work);
    return new Promise((resolve, reject) => {
      this.#line.push({ begin: () => void this.#begin(work).then(resolve, reject), reject });
    });
  }

  /** Rejects everything that stands in line. */
  sendAway(reason: Error): void {
    for (const { reject } of this.#forgetServed().splice(0)) reject(reason);
  }

  #begin<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    const result = work();
    const end = () => this.#end();
    result.then(end, end);
    return result;
  }

  #end(): void {
    this.#underWay -= 1;
    const first = this.#line[this.#first];
    this.#first += 1;
    if (this.#first * 2 >= this.#line.length) this.#forgetServed();
    first?.begin();
  }

  #forgetServed(): Waiting[] {
    this.#line = this.#line.slice(this.#first);
    this.#first = 0;
    return this.#line;
  }
}
