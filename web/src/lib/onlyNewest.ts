/**
 * Lets only the newest of several questions answer. The answer to an older one may come later: then
 * nobody wants it any more, and its promise stays open.
 */
export function onlyNewest(): <Answer>(question: Promise<Answer>) => Promise<Answer> {
  let last = 0;
  return (question) => {
    const number = ++last;
    return new Promise((resolve, reject) => {
      question.then(
        (answer) => number === last && resolve(answer),
        (error: unknown) => number === last && reject(error as Error),
      );
    });
  };
}
