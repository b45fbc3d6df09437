import { useEffect, useState } from "react";

// The field for files. Its code is loaded when the field is drawn: few people send files.
export function UploadField(props) {
  const [loaded, setLoaded] = useState(null);

  useEffect(() => {
    let isHere = true;
    import("./file_queue.jsx").then((found) => isHere && setLoaded(found));
    return () => {
      isHere = false;
    };
  }, []);

  return loaded ? <loaded.FileQueue {...props} /> : <div className={props.className} />;
}
