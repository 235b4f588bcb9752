import { Circle, Line } from "react-konva";

import { withRegion, type GeometryOf, type Region } from "../model/annotations";
import { labelColor, type EditorProps } from "./editor";
import type { PolygonDraft } from "./use-polygon";

type PolygonRegion = Region & { readonly geometry: GeometryOf<"polygon"> };

interface PolygonMarksProps extends EditorProps {
  scale: number;
  draft: PolygonDraft;
  isListening: boolean;
}

/** Outlines with their corners: drag one to move it, Alt and click to take it away. */
export function PolygonMarks(props: PolygonMarksProps) {
  const { labels, said, label, selected, mayLabel, onSelect, onChange } = props;
  const { scale, draft, isListening } = props;
  const regions = said.regions.filter(
    (region): region is PolygonRegion => region.geometry.kind === "polygon",
  );
  const put = (region: PolygonRegion, rings: number[][][]) =>
    onChange(withRegion(said, { ...region, geometry: { kind: "polygon", rings } }));
  const cursor = draft.next === null ? [] : [draft.next];
  return (
    <>
      {regions.map((region) => {
        const color = labelColor(labels, region.labelId);
        const isSelected = region.id === selected;
        return region.geometry.rings.map((ring, ringIndex) => (
          <Line
            key={`${region.id} ${ringIndex}`}
            closed
            points={ring.flat()}
            stroke={color}
            strokeWidth={(isSelected ? 3 : 2) / scale}
            fill={`${color}${isSelected ? "55" : "33"}`}
            listening={isListening}
            onPointerDown={() => onSelect(region.id)}
          />
        ));
      })}
      {mayLabel &&
        regions
          .filter(({ id }) => id === selected)
          .flatMap((region) =>
            region.geometry.rings.flatMap((ring, ringIndex) =>
              ring.map((corner, index) => (
                <Circle
                  key={`${ringIndex} ${index}`}
                  x={corner[0]}
                  y={corner[1]}
                  radius={5 / scale}
                  fill="#ffffff"
                  stroke={labelColor(labels, region.labelId)}
                  strokeWidth={2 / scale}
                  draggable
                  onPointerDown={({ evt }) => {
                    if (!evt.altKey || ring.length <= 3) return;
                    put(region, region.geometry.rings.with(ringIndex, ring.toSpliced(index, 1)));
                  }}
                  onDragEnd={({ target }) =>
                    put(
                      region,
                      region.geometry.rings.with(
                        ringIndex,
                        ring.with(index, [target.x(), target.y()]),
                      ),
                    )
                  }
                />
              )),
            ),
          )}
      {draft.points.length > 0 && (
        <>
          <Line
            points={[...draft.points, ...cursor].flatMap(({ x, y }) => [x, y])}
            stroke={label?.color ?? "#8a8d93"}
            strokeWidth={2 / scale}
            dash={[6 / scale, 4 / scale]}
            listening={false}
          />
          {draft.points.map(({ x, y }, index) => (
            <Circle
              key={index}
              x={x}
              y={y}
              radius={4 / scale}
              fill={label?.color ?? "#8a8d93"}
              listening={false}
            />
          ))}
        </>
      )}
    </>
  );
}
