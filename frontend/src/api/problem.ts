export type Param = string | number | boolean | null;

export interface FieldProblem {
  /** JSON pointer of the field, such as `/name`. */
  pointer: string;
  code: string;
  detail: string;
}

interface ProblemBody {
  code: string;
  detail: string;
  params: Record<string, Param>;
  errors: FieldProblem[];
}

/** A refused request: translate it by `code` with `params`; `message` is the English fallback. */
export class Problem extends Error {
  override name = "Problem";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly params: Record<string, Param> = {},
    readonly errors: FieldProblem[] = [],
    readonly requestId: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Read problem+json, or name the status when a proxy answered with something else. */
export function problemOf(response: Response, body: unknown): Problem {
  const requestId = response.headers.get("X-Request-ID");
  if (isProblemBody(body)) {
    return new Problem(
      response.status,
      body.code,
      body.detail,
      body.params,
      body.errors,
      requestId,
    );
  }
  const code = response.status === 404 ? "not_found" : "server_error";
  const message = `The server responded with status ${response.status}.`;
  return new Problem(response.status, code, message, { status: response.status }, [], requestId);
}

/** The server could not be reached at all. */
export function offline(cause: unknown): Problem {
  return new Problem(0, "offline", "The server cannot be reached.", {}, [], null, { cause });
}

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}
