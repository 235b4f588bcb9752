import { Link } from "react-router";

import styles from "./mark.module.css";

/** Our mark, which leads home. */
export function Mark() {
  return (
    <Link to="/" className={styles.mark}>
      <img src="/mark.svg" alt="Easel" width={24} height={24} />
      <span aria-hidden>Easel</span>
    </Link>
  );
}
